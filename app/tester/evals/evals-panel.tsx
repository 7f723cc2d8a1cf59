import { useEffect, useMemo, useSyncExternalStore } from 'react';

import type { ServerConnection } from '#app/mcp-client/connection.ts';
import type { PanelProps } from '#app/tester/panels.ts';
import { QuestionList } from '#app/tester/questions/question-list.tsx';
import { useCatalog } from '#app/tester/steps/use-catalog.ts';

import { EvalDesk } from './eval-desk.ts';
import { EvalFileBar } from './eval-file-bar.tsx';
import { EvalResults } from './eval-results.tsx';
import { EvalRunForm } from './eval-run-form.tsx';
import { TaskList } from './task-list.tsx';

const known = new WeakMap<ServerConnection, EvalDesk>();

function deskOf(connection: ServerConnection): EvalDesk {
  const desk = known.get(connection) ?? new EvalDesk();
  known.set(connection, desk);
  return desk;
}

/** Tasks in plain words, run with models against the connected servers, and how they did. */
export function EvalsPanel({ connection, servers }: PanelProps) {
  const desk = deskOf(connection);
  const { file, held, running } = useSyncExternalStore(desk.subscribe, desk.get, desk.get);
  const open = useMemo(
    () => (servers.length > 0 ? servers : [{ target: connection.target, connection }]),
    [servers, connection],
  );
  const { catalog } = useCatalog(open);
  useEffect(() => desk.reread(), [desk]);
  return (
    <div className="@container min-h-0 grow overflow-y-auto">
      <div className="max-w-5xl space-y-8 px-4 py-5 sm:px-6">
        <section aria-labelledby="eval-tasks" className="space-y-3">
          <EvalFileBar desk={desk} file={file} held={held} isRunning={running !== null} />
          <TaskList file={file} catalog={catalog} onFile={desk.setFile} />
        </section>
        {file.tasks.length > 0 ? (
          <EvalRunForm desk={desk} file={file} servers={open} running={running} />
        ) : null}
        {running
          ? open.map((each) => <QuestionList key={each.target.id} connection={each.connection} />)
          : null}
        {held ? <EvalResults file={file} held={held} /> : null}
      </div>
    </div>
  );
}
