declare module "@mixmark-io/domino" {
  type Part = {
    remove(): void;
    getAttribute(name: string): string | null;
    setAttribute(name: string, value: string): void;
    removeAttribute(name: string): void;
    getAttributeNames(): string[];
  };
  type Walked = Part & {
    nodeType: number;
    nodeName: string;
    data?: string;
    firstChild: Walked | null;
    nextSibling: Walked | null;
    parentNode: Walked | null;
  };
  type Page = {
    title?: string;
    body?: { innerHTML: string };
    documentElement: Walked | null;
    getElementsByTagName(name: string): object;
    querySelectorAll(selector: string): Iterable<Part>;
  };
  export function createWindow(html: string, address?: string): { document: Page };
}
