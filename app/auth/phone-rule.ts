/** The properties that distinguish a phone from a desktop computer. */
export interface Device {
  userAgent: string;
  /** Width of the window in CSS pixels. */
  width: number;
  hasTouch: boolean;
}

/** Found in the user agent of every phone browser, and of Apple's tablets. */
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
