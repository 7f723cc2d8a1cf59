import { useStore } from '#app/tester/connected/store.ts';
import { useQuestions } from '#app/tester/connected/use-connection.ts';
import type { PanelProps } from '#app/tester/panels.ts';

import { CannedReply } from './canned-reply.tsx';
import { LogLevelChoice } from './log-level-choice.tsx';
import { QuestionList } from './question-list.tsx';
import { RootsTable } from './roots-table.tsx';
import { taskQuestionsOf } from './task-questions.ts';

/** The answers of this client to a server: open questions, and rules for those that are answered at once. */
export function QuestionsPanel({ connection }: PanelProps) {
  const open = useQuestions(connection).length + useStore(taskQuestionsOf(connection)).length;
  return (
    <div className="@container min-h-0 grow overflow-y-auto">
      <div className="max-w-3xl space-y-8 px-4 py-5 sm:px-6">
        <section aria-labelledby="open-questions" className="space-y-3">
          <h2 id="open-questions">Questions of the server</h2>
          {open === 0 ? (
            <p className="text-sm text-muted">
              None is open. A question appears here, and beside the call that it belongs to.
            </p>
          ) : (
            <QuestionList connection={connection} />
          )}
        </section>
        <CannedReply connection={connection} />
        <RootsTable connection={connection} />
        <LogLevelChoice connection={connection} />
      </div>
    </div>
  );
}
