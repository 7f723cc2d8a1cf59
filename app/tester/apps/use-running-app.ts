import { useEffect, useRef, useState, type RefObject } from 'react';

import type { ServerConnection } from '#app/mcp-client/connection.ts';
import { describeRequestProblem } from '#app/tester/connected/describe-request-problem.ts';
import type { SentCall } from '#app/tester/connected/sent-calls.ts';
import type { ServerTool } from '#app/tester/tools/read-tools.ts';
import { isJsonObject } from '#app/runtime/json.ts';

import { AppRecorder, type AppRecord } from './app-record.ts';
import type { AppStart, RunningApp } from './open-app.ts';
import type { UiResource } from './read-ui-resource.ts';
import type { AppHost } from './serve-app.ts';

/** How far an app has come. */
type AppStage = 'loading' | 'running' | 'silent';

interface AppRun {
  frame: RefObject<HTMLIFrameElement | null>;
  stage: AppStage;
  /** Pixels, as the app wants it. */
  height: number | null;
  record: AppRecord;
  allowAlways: (name: string) => void;
}

/** An app that has not introduced itself by then may never do so. */
const SILENCE_MS = 10_000;
const EMPTY: AppRecord = { events: [], questions: [] };

/** Runs an app in a frame for one call of its tool, from when it is shown to when it is not. */
export function useRunningApp({
  connection,
  tools,
  call,
  resource,
  sandboxOrigin,
}: {
  connection: ServerConnection;
  tools: readonly ServerTool[];
  call: SentCall;
  resource: UiResource;
  sandboxOrigin: string;
}): AppRun {
  const frame = useRef<HTMLIFrameElement>(null);
  const recorder = useRef<AppRecorder>(null);
  const [app, setApp] = useState<RunningApp | null>(null);
  const [stage, setStage] = useState<AppStage>('loading');
  const [height, setHeight] = useState<number | null>(null);
  const [record, setRecord] = useState(EMPTY);
  const known = useRef(tools);
  const given = call.params['arguments'];

  useEffect(() => {
    known.current = tools;
  }, [tools]);

  useEffect(() => {
    const element = frame.current;
    if (element === null) return;
    let isShown = true;
    const kept = new AppRecorder((next) => isShown && setRecord(next));
    recorder.current = kept;
    const start = {
      frame: element,
      sandboxOrigin,
      resource,
      arguments: isJsonObject(given) ? given : {},
      onReady: () => isShown && setStage('running'),
      onSilence: () => isShown && setStage('silent'),
      onHeight: (pixels: number) => isShown && setHeight(pixels),
      onOpen: (opened: RunningApp) => isShown && setApp(opened),
    };
    const close = runApp(start, { connection, listTools: () => known.current, recorder: kept });
    return () => {
      isShown = false;
      close();
    };
  }, [connection, given, resource, sandboxOrigin]);

  const { outcome } = call;
  useEffect(() => {
    if (app === null || outcome === null) return;
    if (outcome.ok) app.giveResult(outcome.value);
    else app.giveUp(describeRequestProblem(outcome));
  }, [app, outcome]);

  const allowAlways = (name: string) => recorder.current?.allowAlways(name);
  return { frame, stage, height, record, allowAlways };
}

/** Opens an app as soon as its code is there, and tells when it is silent for too long; returns how to end that. */
function runApp(
  start: AppStart & { onSilence: () => void; onOpen: (app: RunningApp) => void },
  host: AppHost,
): () => void {
  let opened: RunningApp | null = null;
  let isClosed = false;
  const timer = setTimeout(start.onSilence, SILENCE_MS);
  const onReady = () => {
    clearTimeout(timer);
    start.onReady();
  };
  void import('./open-app.ts').then(async ({ openApp }) => {
    if (isClosed) return;
    opened = await openApp({ ...start, onReady }, host);
    if (isClosed) void opened.close();
    else start.onOpen(opened);
  });
  return () => {
    isClosed = true;
    clearTimeout(timer);
    host.recorder.close();
    void opened?.close();
  };
}
