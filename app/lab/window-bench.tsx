import { useState } from 'react';

import { Button } from '#app/ui/button.tsx';
import { CodeBlock } from '#app/ui/code/code-block.tsx';
import { WindowPanel } from '#app/ui/window-panel.tsx';

const CALL = `{
  "jsonrpc": "2.0",
  "id": 1,
  "method": "tools/call",
  "params": { "name": "get_order", "arguments": { "id": 7 } }
}`;

/** Window panels as the product uses them: folded, enlarged, closed and opened again. */
export function WindowBench() {
  const [isOpen, setOpen] = useState(true);
  return (
    <div className="space-y-4">
      {isOpen ? (
        <WindowPanel title="Request" className="max-h-80" onClose={() => setOpen(false)}>
          <div className="p-4">
            <CodeBlock text={CALL} label="call" />
          </div>
        </WindowPanel>
      ) : (
        <Button onClick={() => setOpen(true)}>Open the request again</Button>
      )}
      <WindowPanel title="Long text" className="max-h-60">
        <ol className="list-decimal space-y-1 p-4 ps-10">
          {Array.from({ length: 40 }, (_, index) => (
            <li key={index}>Line {index + 1} of a text that is longer than its window.</li>
          ))}
        </ol>
      </WindowPanel>
    </div>
  );
}
