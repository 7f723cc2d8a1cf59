import { Suspense, useEffect, useRef, useState } from 'react';

import type { RequestFailure } from '#app/api-client/api-request.ts';
import { TaskButton } from '#app/auth/task-button.tsx';
import type { FoundRepository } from '#app/github/imports/found-repository.ts';
import { requestServers } from '#app/github/imports/imports-client.ts';
import { RepositoryPicker } from '#app/github/repositories/repository-picker.tsx';
import type { Repository } from '#app/github/repositories/repository.ts';
import { Field } from '#app/ui/field.tsx';
import { lazyPart } from '#app/ui/loading/lazy-part.tsx';

import { GithubFailureNote } from './github-failure-note.tsx';

const loadServers = () => import('./repository-servers.tsx');
const RepositoryServers = lazyPart(async () => (await loadServers()).RepositoryServers);

interface Props {
  /** The user's own repositories can be picked. */
  isConnected: boolean;
  /** An address to begin with. */
  address?: string;
}

/** Imports the MCP server of a repository; public ones need no connection. */
export function ImportSection({ isConnected, address = '' }: Props) {
  const [text, setText] = useState(address);
  const [picked, setPicked] = useState<Repository | null>(null);
  const { found, failure, isBusy, find } = useFoundRepository(address);
  const reading = <p className="text-muted">Reading the repository…</p>;
  return (
    <section aria-labelledby="github-import" className="flex flex-col gap-4">
      <div>
        <h2 id="github-import" className="font-semibold">
          Import an MCP server
        </h2>
        <p className="mt-1 max-w-prose text-muted">
          Its tools are read from its TypeScript code, which is not run. Then recreate the server
          here, or let a new one call it where it runs.
        </p>
      </div>
      {isConnected ? (
        <RepositoryPicker
          label="Repository of the server"
          picked={picked}
          onPick={(repository) => {
            setPicked(repository);
            setText(repository.url);
            void find(repository.url);
          }}
        />
      ) : null}
      <form
        className="flex flex-wrap items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          void find(text);
        }}
      >
        <div className="min-w-0 grow basis-72">
          <Field
            label={
              isConnected ? 'Or the address of any repository' : 'Address of a public repository'
            }
            value={text}
            onValue={setText}
            placeholder="https://github.com/owner/name/tree/main/folder"
            className="font-mono md:text-sm"
            spellCheck={false}
            autoComplete="off"
          />
        </div>
        <TaskButton type="submit" variant="primary" isBusy={isBusy} isOff={text.trim() === ''}>
          Find tools
        </TaskButton>
      </form>
      <div aria-live="polite" className="flex flex-col gap-4 empty:hidden">
        {isBusy ? reading : null}
        {failure ? <GithubFailureNote failure={failure} onRetry={() => void find(text)} /> : null}
        {found ? (
          <Suspense fallback={reading}>
            <RepositoryServers key={found.url + found.folder} found={found} />
          </Suspense>
        ) : null}
      </div>
    </section>
  );
}

/** The servers of the repository that was asked for last. */
function useFoundRepository(first: string) {
  const [found, setFound] = useState<FoundRepository | null>(null);
  const [failure, setFailure] = useState<RequestFailure | null>(null);
  const [isBusy, setBusy] = useState(false);
  const asked = useRef(0);

  async function find(address: string) {
    const mine = (asked.current += 1);
    setBusy(true);
    setFailure(null);
    setFound(null);
    // It comes while the repository is read.
    loadServers().catch(() => {});
    const answer = await requestServers(address.trim());
    if (asked.current !== mine) return;
    setBusy(false);
    if (answer.ok) setFound(answer.value);
    else setFailure(answer);
  }

  const begin = useRef(find);
  useEffect(() => {
    if (first !== '') void begin.current(first);
  }, [first]);
  return { found, failure, isBusy, find };
}
