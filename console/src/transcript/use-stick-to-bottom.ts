import { type RefObject, useCallback, useEffect, useRef, useState } from "react";

/** A distance to the end below this counts as being at the end. CSS pixels. */
const near = 48;

/** Beyond this, a button leads to the end. CSS pixels. */
const far = 400;

/**
 * Keeps a growing page scrolled to its end while the reader is there, or once they reached it, and never scrolls it otherwise.
 * `away`: the end is out of sight; `news` when something was added below since (`news` changed; undefined while the page is not read).
 */
export function useStickToBottom(
  scroller: RefObject<HTMLElement | null>,
  content: RefObject<HTMLElement | null>,
  { news, follows }: { news: string | undefined; follows: boolean },
) {
  const along = useRef(follows);
  const [away, setAway] = useState<"up" | "news">();
  const heard = useRef(news);

  useEffect(() => {
    if (heard.current === news) return;
    const first = heard.current === undefined;
    heard.current = news;
    if (!along.current && !first) setAway("news");
  }, [news]);

  const toEnd = useCallback(() => {
    along.current = true;
    setAway(undefined);
    const element = scroller.current;
    if (element) element.scrollTop = element.scrollHeight;
  }, [scroller]);

  useEffect(() => {
    const element = scroller.current;
    const inner = content.current;
    if (!element || !inner) return;
    let top = element.scrollTop;
    const distance = () => element.scrollHeight - element.clientHeight - element.scrollTop;
    const onScroll = () => {
      const up = element.scrollTop < top;
      top = element.scrollTop;
      if (distance() < near) along.current = true;
      else if (up) along.current = false;
      if (along.current) setAway(undefined);
      else if (distance() > far) setAway((known) => known ?? "up");
    };
    const watcher = new ResizeObserver(() => {
      if (along.current) element.scrollTop = element.scrollHeight;
    });
    element.addEventListener("scroll", onScroll, { passive: true });
    watcher.observe(inner);
    watcher.observe(element);
    if (along.current) element.scrollTop = element.scrollHeight;
    return () => {
      element.removeEventListener("scroll", onScroll);
      watcher.disconnect();
    };
  }, [scroller, content]);

  return { away, toEnd };
}
