import { AppBridge, PostMessageTransport } from '@modelcontextprotocol/ext-apps/app-bridge';

import { SANDBOX_PATH } from '#app/platform/outbound/sandbox-origin.ts';
import type { JsonObject } from '#app/runtime/definition.ts';

import { MOST_PIXELS } from './frame-size.ts';
import { serveApp, type AppHost } from './serve-app.ts';
import type { UiResource } from './read-ui-resource.ts';

/** An app that runs in a frame. */
export interface RunningApp {
  /** Hands it the result of its tool. */
  giveResult: (result: JsonObject) => void;
  /** Tells it that there will be no result. */
  giveUp: (reason: string) => void;
  close: () => Promise<void>;
}

/** Where an app runs, and what it begins with. */
export interface AppStart {
  frame: HTMLIFrameElement;
  sandboxOrigin: string;
  resource: UiResource;
  /** Of the call of its tool. */
  arguments: JsonObject;
  onReady: () => void;
  onHeight: (pixels: number) => void;
}

const HOST = { name: 'MCP Builder', version: '1' };
/** An app that does not answer is removed all the same. */
const TEARDOWN_MS = 1_000;

/** Loads an app into a frame of the sandbox, and serves it until it is closed. */
export async function openApp(start: AppStart, host: AppHost): Promise<RunningApp> {
  const { frame, resource } = start;
  const view = frame.contentWindow;
  if (view === null) throw new Error('The frame of an app is on no page.');
  const bridge = new AppBridge(
    null,
    HOST,
    { openLinks: {}, serverTools: {}, serverResources: {}, logging: {}, message: { text: {} } },
    { hostContext: toContext(frame) },
  );
  serveApp(bridge, host);
  bridge.addEventListener('sandboxready', () => {
    // The proxy chooses the rights of the frame inside; the policy came with its page.
    void bridge.sendSandboxResourceReady({ html: resource.html });
  });
  let isReady = false;
  let waiting: (() => void) | null = null;
  const whenReady = (send: () => void) => (isReady ? send() : (waiting = send));
  bridge.addEventListener('initialized', () => {
    isReady = true;
    start.onReady();
    void bridge.sendToolInput({ arguments: start.arguments });
    waiting?.();
  });
  bridge.addEventListener('sizechange', ({ height }) => {
    if (height !== undefined) start.onHeight(height);
  });
  await bridge.connect(new PostMessageTransport(view, view));
  frame.src = toAddress(start);
  return {
    giveResult: (result) => {
      whenReady(() => void bridge.sendToolResult({ content: [], ...result }));
    },
    giveUp: (reason) => whenReady(() => void bridge.sendToolCancelled({ reason })),
    close: async () => {
      if (isReady) await bridge.teardownResource({}, { timeout: TEARDOWN_MS }).catch(() => {});
      await bridge.close();
    },
  };
}

function toAddress({ sandboxOrigin, resource }: AppStart): string {
  const url = new URL(SANDBOX_PATH, sandboxOrigin);
  url.searchParams.set('host', location.origin);
  url.searchParams.set('csp', JSON.stringify(resource.csp));
  return url.href;
}

function toContext(frame: HTMLIFrameElement) {
  const { theme } = document.documentElement.dataset;
  const isDark =
    theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  return {
    theme: isDark ? ('dark' as const) : ('light' as const),
    displayMode: 'inline' as const,
    availableDisplayModes: ['inline' as const],
    containerDimensions: { maxWidth: frame.clientWidth, maxHeight: MOST_PIXELS },
    locale: navigator.language,
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    platform: 'web' as const,
  };
}
