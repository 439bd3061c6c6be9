declare module "@mixmark-io/domino" {
  type Part = {
    remove(): void;
    getAttribute(name: string): string | null;
    setAttribute(name: string, value: string): void;
  };
  type Page = {
    title?: string;
    body?: { innerHTML: string };
    getElementsByTagName(name: string): object;
    querySelectorAll(selector: string): Iterable<Part>;
  };
  export function createWindow(html: string, address?: string): { document: Page };
}
