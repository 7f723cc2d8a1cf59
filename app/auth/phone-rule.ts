/** What tells a phone from a desk. */
export interface Device {
  userAgent: string;
  /** Width of the window in CSS pixels. */
  width: number;
  hasTouch: boolean;
}

/** What every phone's browser says of itself; tablets of Apple say it too. */
const PHONE = /Mobi|iPhone|iPod/i;
const TABLET = /iPad/;

const WIDEST_PHONE_PX = 768;

/** Whether a device is like a phone: its browser says so, or it is narrow and can be touched. */
export function isPhoneLike({ userAgent, width, hasTouch }: Device): boolean {
  if (PHONE.test(userAgent) && !TABLET.test(userAgent)) return true;
  return hasTouch && width <= WIDEST_PHONE_PX;
}

/** The device that this page is shown on. */
export function readDevice(): Device {
  return {
    userAgent: navigator.userAgent,
    width: window.innerWidth,
    hasTouch: navigator.maxTouchPoints > 0,
  };
}
