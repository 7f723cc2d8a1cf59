import type { ServerConnection } from '#app/mcp-client/connection.ts';
import { useStore } from '#app/tester/connected/store.ts';
import { Field } from '#app/ui/field.tsx';
import { Segmented } from '#app/ui/segmented.tsx';
import { Textarea } from '#app/ui/textarea.tsx';

import { answerRulesOf } from './answer-rules.ts';

const MODES = [
  { value: 'ask', label: 'Ask me' },
  { value: 'canned', label: 'Canned reply' },
] as const;

/** Whether requests for a model's answer wait for the person, or get the same reply at once. */
export function CannedReply({ connection }: { connection: ServerConnection }) {
  const store = answerRulesOf(connection);
  const rules = useStore(store);
  const { cannedReply, model } = rules;
  return (
    <section aria-labelledby="sampling-rule" className="space-y-3">
      <h2 id="sampling-rule">Sampling</h2>
      <Segmented
        label="Sampling requests"
        value={cannedReply === null ? 'ask' : 'canned'}
        options={MODES}
        onChange={(mode) => store.set({ ...rules, cannedReply: mode === 'ask' ? null : '' })}
      />
      {cannedReply === null ? (
        <p className="text-sm text-muted">
          You read each request and write the answer that a model would give.
        </p>
      ) : (
        <>
          <label className="block text-sm font-medium">
            Reply
            <Textarea
              rows={3}
              className="mt-1 font-normal"
              value={cannedReply}
              onChange={(event) => store.set({ ...rules, cannedReply: event.target.value })}
            />
          </label>
          <Field
            label="Model name in the reply"
            value={model}
            onValue={(name) => store.set({ ...rules, model: name })}
          />
        </>
      )}
    </section>
  );
}
