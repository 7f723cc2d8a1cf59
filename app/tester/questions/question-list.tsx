import type { ServerConnection } from '#app/mcp-client/connection.ts';
import { useStore } from '#app/tester/connected/store.ts';
import { useQuestions } from '#app/tester/connected/use-connection.ts';

import { answerRulesOf } from './answer-rules.ts';
import { QuestionCard } from './question-card.tsx';
import { taskQuestionsOf } from './task-questions.ts';

/** The server's open questions, each with its answer; nothing where there is none. */
export function QuestionList({ connection }: { connection: ServerConnection }) {
  // Rules answer without a screen, from the first question on.
  answerRulesOf(connection);
  const own = useQuestions(connection);
  const questions = [...own, ...useStore(taskQuestionsOf(connection))];
  if (questions.length === 0) return null;
  return (
    <div className="space-y-3">
      {questions.map((question) => (
        <QuestionCard key={question.id} question={question} connection={connection} />
      ))}
    </div>
  );
}
