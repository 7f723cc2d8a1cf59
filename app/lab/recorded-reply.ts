import type { UIMessageChunk } from 'ai';

const CALL = 'call-1';

const CHUNKS: UIMessageChunk[] = [
  { type: 'start', messageId: 'recorded' },
  { type: 'start-step' },
  { type: 'text-start', id: 't1' },
  { type: 'text-delta', id: 't1', delta: 'I add **one tool** that reads an order.\n\n' },
  { type: 'text-delta', id: 't1', delta: '| argument | in |\n|---|---|\n| `id` | path |\n' },
  { type: 'text-end', id: 't1' },
  { type: 'tool-input-start', toolCallId: CALL, toolName: 'upsert_tool' },
  { type: 'tool-input-delta', toolCallId: CALL, inputTextDelta: '{"name":"get_' },
  { type: 'tool-input-delta', toolCallId: CALL, inputTextDelta: 'order"}' },
  {
    type: 'tool-input-available',
    toolCallId: CALL,
    toolName: 'upsert_tool',
    input: { name: 'get_order' },
  },
  {
    type: 'tool-output-available',
    toolCallId: CALL,
    output: { changed: ['Added get_order.'], problems: [] },
  },
  { type: 'text-start', id: 't2' },
  { type: 'text-delta', id: 't2', delta: 'Line breaks, “quotes” and ünïcödé → come through.' },
  { type: 'text-end', id: 't2' },
  { type: 'finish-step' },
  { type: 'finish' },
];

/** A reply as it travels, event by event. */
export const RECORDED_REPLY = `${CHUNKS.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join('')}data: [DONE]\n\n`;
