import { Plug } from 'lucide-react';
import { useState } from 'react';

import { TestLink } from '#app/tester/servers/test-link.tsx';
import { blankAuth } from '#app/tester/servers/new-target.ts';
import { buttonClass } from '#app/ui/button.tsx';
import { CodeBlock } from '#app/ui/code/code-block.tsx';
import { Segmented } from '#app/ui/segmented.tsx';

import { toInstallLinks, toSnippets } from './install-snippets.ts';
import { shortenToken } from './shorten-token.ts';

interface Props {
  name: string;
  url: string;
  token: string | null;
  /** The address has its host, which the server does not know. */
  isComplete: boolean;
  /** The token only marks the place of one: it is shown as it is, and no link carries it. */
  isPlace?: boolean;
  /** Clients without a token sign in. */
  signsIn?: boolean;
}

/** Configuration of each client for a server, and links that add it to those on this machine. */
export function InstallClient(props: Props) {
  const { name, url, token, isComplete, isPlace = false, signsIn = false } = props;
  const snippets = toSnippets({ name, url, token });
  const shown = isPlace ? snippets : toSnippets({ name, url, token: token && shortenToken(token) });
  const auth =
    isPlace || token === null
      ? blankAuth(isPlace ? 'bearer' : signsIn ? 'oauth' : 'none')
      : { kind: 'bearer' as const, token };
  const [id, setId] = useState('claude-code');
  const index = snippets.findIndex((snippet) => snippet.id === id);
  const snippet = snippets[index];
  if (!snippet) return null;
  return (
    <>
      <div className="mb-3 flex flex-wrap gap-2 empty:hidden">
        {(isPlace ? [] : toInstallLinks({ name, url, token })).map((link) => (
          <a
            key={link.title}
            {...(isComplete ? { href: link.href } : {})}
            className={buttonClass()}
          >
            <Plug aria-hidden />
            {link.title}
          </a>
        ))}
        <TestLink server={{ name, url, auth }} />
      </div>
      <div className="-mx-1 overflow-x-auto p-1">
        <Segmented
          label="Client"
          value={id}
          options={snippets.map((option) => ({ value: option.id, label: option.title }))}
          onChange={setId}
        />
      </div>
      <p className="mt-3 mb-1.5 text-sm text-muted">
        {/^[.~]|\.json$/.test(snippet.place) ? <code>{snippet.place}</code> : snippet.place}
      </p>
      <CodeBlock
        label={`snippet for ${snippet.title}`}
        text={shown[index]?.text ?? snippet.text}
        copied={snippet.text}
      />
    </>
  );
}
