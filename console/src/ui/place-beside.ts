/** CSS pixels between a button and its popover, and between that and the edge of the page. */
const gap = 6;
const edge = 8;

/** Places a popover about to open below its button, or above with more space there, aligned to the side that fits on the page. */
export function placeBeside(popover: HTMLElement, button: HTMLElement): void {
  const { top, bottom, left, right } = button.getBoundingClientRect();
  const { clientWidth: width, clientHeight: height } = document.documentElement;
  const below = height - bottom - gap - edge;
  const above = top - gap - edge;
  const isBelow = below >= Math.min(320, above);
  const { style } = popover;
  style.top = isBelow ? `${bottom + gap}px` : "auto";
  style.bottom = isBelow ? "auto" : `${height - top + gap}px`;
  style.maxHeight = `${isBelow ? below : above}px`;
  const isLeft = left + right < width;
  style.left = isLeft ? `${Math.max(edge, left)}px` : "auto";
  style.right = isLeft ? "auto" : `${Math.max(edge, width - right)}px`;
}
