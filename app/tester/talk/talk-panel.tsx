import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react';

import { ModelMenu } from '#app/builder/connect/model-menu.tsx';
import { useModelChoice } from '#app/builder/connect/use-model-choice.ts';
import { BUILT_IN } from '#app/builder/models/model-choice.ts';
import { askBuiltIn } from '#app/evals/built-in/ask-built-in.ts';
import type { ServerConnection } from '#app/mcp-client/connection.ts';
import type { PanelProps } from '#app/tester/panels.ts';
import { createAskModel } from '#app/tester/steps/request-step.ts';
import { useCatalog, type ServersCatalog } from '#app/tester/steps/use-catalog.ts';

import { Talk } from './talk.ts';
import { TalkComposer } from './talk-composer.tsx';
import { TalkStart } from './talk-start.tsx';
import { TalkTurnView } from './talk-turn-view.tsx';

const known = new WeakMap<ServerConnection, Talk>();

/** The conversation of a server's tab. */
function talkOf(connection: ServerConnection): Talk {
  const talk = known.get(connection) ?? new Talk();
  known.set(connection, talk);
  return talk;
}

/** A chat with the connected servers, through a model, or with direct requests without one. */
export function TalkPanel({ connection, servers }: PanelProps) {
  const talk = talkOf(connection);
  const turns = useSyncExternalStore(talk.subscribe, talk.get, talk.get);
  const open = useMemo(
    () => (servers.length > 0 ? servers : [{ target: connection.target, connection }]),
    [servers, connection],
  );
  const tools = useCatalog(open);
  const model = useModelChoice(null);
  const running = turns.find(({ end }) => end === null);
  const end = useRef<HTMLDivElement>(null);
  const send = (say: string) => void sendTo(talk, say, tools, model);
  useEffect(() => followEnd(end.current), [turns]);
  return (
    <div className="flex min-h-0 grow flex-col">
      <h2 className="sr-only">Conversation</h2>
      <div data-conversation className="@container min-h-0 grow overflow-y-auto">
        <div role="log" aria-label="Conversation" className="max-w-3xl space-y-6 px-4 py-5 sm:px-6">
          {turns.length === 0 ? (
            <TalkStart tools={tools} servers={open} onSay={send} />
          ) : (
            turns.map((turn) => (
              <TalkTurnView
                key={turn.id}
                turn={turn}
                connections={open.map((each) => each.connection)}
                onDecide={talk.decide}
              />
            ))
          )}
          <div ref={end} />
        </div>
      </div>
      <TalkComposer
        isBusy={running !== undefined}
        isReady={model.models !== null || model.retry !== null}
        canClear={turns.length > 0}
        onSend={send}
        onStop={talk.stop}
        onClear={talk.clear}
        model={<ModelMenu model={model} />}
      />
    </div>
  );
}

/** Below that distance from the end, in pixels, the reader follows what comes. */
const NEAR_PX = 240;

/** Scrolls on with an answer, unless the reader has gone back. */
function followEnd(end: HTMLElement | null): void {
  const box = end?.closest('[data-conversation]');
  if (!box || box.scrollHeight - box.scrollTop - box.clientHeight > NEAR_PX) return;
  box.scrollTop = box.scrollHeight;
}

function sendTo(
  talk: Talk,
  say: string,
  { catalog, call }: ServersCatalog,
  { chosen, models, ask }: ReturnType<typeof useModelChoice>,
): Promise<void> {
  const { connection } = ask();
  const isBuiltIn = chosen === '' || chosen === BUILT_IN.id;
  return talk.send({
    say,
    catalog,
    call,
    model: isBuiltIn ? 'Built-in' : (models?.find(({ id }) => id === chosen)?.label ?? chosen),
    isNamedByPerson: isBuiltIn,
    ask: isBuiltIn
      ? askBuiltIn
      : createAskModel({ model: chosen, ...(connection === undefined ? {} : { connection }) }),
  });
}
