import type { WindowState } from './open-sign-in.ts';

const WORDS: Record<WindowState, string> = {
  open: 'The sign-in is open in another window. This page goes on when you come back.',
  blocked:
    'The browser blocked the window. Allow pop-ups for this page, then open the sign-in again.',
  closed:
    'The window was closed, or the sign-in page cut its connection to this page. If you signed in, the answer still arrives; if you closed it, open it again.',
};

export function describeWindow(state: WindowState): string {
  return WORDS[state];
}
