import { type RefObject, useCallback, useEffect, useRef, useState } from "react";

/** Nearer than this to the end counts as reading along, in CSS pixels. */
const near = 48;

/**
 * Keeps a growing page at its end while the reader is there, and never moves it otherwise.
 * `away` says that something was said or done (`news` changed) below what the reader sees.
 */
export function useStickToBottom(
  scroller: RefObject<HTMLElement | null>,
  content: RefObject<HTMLElement | null>,
  news: string,
) {
  const along = useRef(true);
  const [away, setAway] = useState(false);
  const heard = useRef(news);

  useEffect(() => {
    if (heard.current === news) return;
    heard.current = news;
    if (!along.current) setAway(true);
  }, [news]);

  const toEnd = useCallback(() => {
    along.current = true;
    setAway(false);
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
      if (along.current) setAway(false);
    };
    const watcher = new ResizeObserver(() => {
      if (along.current) element.scrollTop = element.scrollHeight;
    });
    element.addEventListener("scroll", onScroll, { passive: true });
    watcher.observe(inner);
    watcher.observe(element);
    element.scrollTop = element.scrollHeight;
    return () => {
      element.removeEventListener("scroll", onScroll);
      watcher.disconnect();
    };
  }, [scroller, content]);

  return { away, toEnd };
}
