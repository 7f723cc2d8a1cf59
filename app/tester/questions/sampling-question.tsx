import { useMemo, useState } from 'react';

import type { ServerQuestion } from '#app/mcp-client/connection.ts';
import type { JsonValue } from '#app/runtime/definition.ts';
import { ContentView } from '#app/tester/results/content-view.tsx';
import { HiddenMarks } from '#app/tester/results/hidden-marks.tsx';
import { JsonTree } from '#app/tester/results/json-tree.tsx';
import { Unfolding } from '#app/tester/results/unfolding.tsx';
import { Button } from '#app/ui/button.tsx';
import { Field } from '#app/ui/field.tsx';
import { Select } from '#app/ui/select.tsx';
import { Textarea } from '#app/ui/textarea.tsx';

import { readSampling, toSamplingResult } from './read-sampling.ts';

const STOP_REASONS = ['endTurn', 'stopSequence', 'maxTokens'];
/** Named as the model of an answer that a person writes. */
export const PERSON = 'a-person';

/** A request for a model's answer: what the model would read, and the answer in its place. */
export function SamplingQuestion({ question }: { question: ServerQuestion }) {
  const request = useMemo(() => readSampling(question.params), [question.params]);
  const [text, setText] = useState('');
  const [model, setModel] = useState(PERSON);
  const [stopReason, setStopReason] = useState('endTurn');
  return (
    <div className="space-y-3">
      {request.systemPrompt === null ? null : (
        <p className="text-sm wrap-anywhere whitespace-pre-line">
          <span className="text-muted">System: </span>
          <HiddenMarks text={request.systemPrompt} />
        </p>
      )}
      <ol className="space-y-3">
        {request.messages.map((message, index) => (
          <li key={index}>
            <p className="text-sm font-medium">
              <HiddenMarks text={message.role} />
            </p>
            {message.blocks.map((block, at) => (
              <ContentView key={at} block={block} onRead={null} fileName="message" />
            ))}
          </li>
        ))}
      </ol>
      {request.notes.length > 0 ? (
        <p className="text-sm wrap-anywhere text-muted">
          <HiddenMarks text={request.notes.join(' · ')} />
        </p>
      ) : null}
      {request.tools === null ? null : <SamplingTools tools={request.tools} />}
      <label className="block text-sm font-medium">
        Answer
        <Textarea
          rows={3}
          className="mt-1 font-normal"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </label>
      <div className="grid gap-3 @min-[460px]:grid-cols-2">
        <Field label="Model" value={model} onValue={setModel} />
        <label className="block text-sm font-medium">
          Stop reason
          <Select
            className="mt-1 font-normal"
            value={stopReason}
            onChange={(event) => setStopReason(event.target.value)}
          >
            {STOP_REASONS.map((reason) => (
              <option key={reason}>{reason}</option>
            ))}
          </Select>
        </label>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          variant="primary"
          onClick={() => question.answer(toSamplingResult(text, model, stopReason))}
        >
          Send answer
        </Button>
        <Button onClick={() => question.refuse('The user rejected the sampling request.')}>
          Reject
        </Button>
      </div>
    </div>
  );
}

function SamplingTools({ tools }: { tools: JsonValue[] }) {
  return (
    <Unfolding summary={`${tools.length} tools that the model may call`}>
      {() => <JsonTree value={tools} label="tools of the request" />}
    </Unfolding>
  );
}
