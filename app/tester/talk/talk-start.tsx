import type { OpenServer } from '#app/tester/panels.ts';
import type { ServersCatalog } from '#app/tester/steps/use-catalog.ts';
import { Button } from '#app/ui/button.tsx';

/** An empty conversation: what can be said, with requests that work without a model. */
export function TalkStart({
  tools: { catalog, isLoading },
  servers,
  onSay,
}: {
  tools: ServersCatalog;
  servers: readonly OpenServer[];
  onSay: (say: string) => void;
}) {
  const first = catalog[0];
  const names = servers.map(({ target }) => target.name).join(', ');
  const count = catalog.length === 1 ? 'one tool' : `${catalog.length} tools`;
  return (
    <div className="space-y-3">
      <h2>Chat with {names}</h2>
      <p className="max-w-prose text-sm text-muted">
        {isLoading && catalog.length === 0
          ? 'Reading the tools.'
          : `A model gets ${count} to call.`}{' '}
        Without a model, direct requests work: list the tools, describe one, or call one by its
        name. You are asked before a tool is called that may destroy something.
      </p>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => onSay('List the tools')}>List the tools</Button>
        {first ? (
          <Button onClick={() => onSay(`Describe ${first.wire}`)}>Describe {first.wire}</Button>
        ) : null}
      </div>
    </div>
  );
}
