import { useEffect, useEffectEvent, useRef, useState } from 'react';

/** Nearer than this counts as the end, in CSS pixels. */
const NEAR = 48;

/**
 * Keeps the end of a growing list in sight, until the reader scrolls away from it; scrolling back,
 * or calling `jump`, resumes that.
 */
export function useStickToEnd() {
  const scroller = useRef<HTMLElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const [isAway, setAway] = useState(false);
  const lastTop = useRef(0);

  const follow = useEffectEvent(() => {
    const element = scroller.current;
    if (element && !isAway) element.scrollTop = element.scrollHeight;
  });

  useEffect(() => {
    const inner = content.current;
    const outer = scroller.current;
    if (!inner || !outer) return;
    const observer = new ResizeObserver(() => follow());
    observer.observe(inner);
    observer.observe(outer);
    return () => observer.disconnect();
  }, []);

  function onScroll() {
    const element = scroller.current;
    if (!element) return;
    const { scrollTop, scrollHeight, clientHeight } = element;
    const isUp = scrollTop < lastTop.current;
    lastTop.current = scrollTop;
    if (scrollHeight - scrollTop - clientHeight < NEAR) setAway(false);
    else if (isUp) setAway(true);
  }

  function jump() {
    setAway(false);
    const element = scroller.current;
    if (element) element.scrollTop = element.scrollHeight;
  }

  return { scroller, content, isAway, onScroll, jump };
}
