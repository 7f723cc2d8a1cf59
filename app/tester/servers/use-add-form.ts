import { useEffect, useEffectEvent, useState } from 'react';

import type { ServerTarget } from '#app/mcp-client/target.ts';

import { readConfiguredServers } from './configs/read-configured-servers.ts';
import { useTargetDraft } from './fields/use-target-draft.ts';
import type { KeepChoice } from './keeping/save-server.ts';
import { newTarget } from './new-target.ts';
import { takeOfferedToken } from './offered-server.ts';

/** The form's text, and what it names: one server to connect to, or a list to add. */
export function useAddForm(offered: (Partial<ServerTarget> & { url: string }) | null) {
  const [text, setShownText] = useState(offered?.url ?? '');
  const [keep, setKeep] = useState<KeepChoice>({ keep: 'browser', remembersSecrets: false });
  const draft = useTargetDraft(() => newTarget(offered ?? { url: '' }));
  // The origin that the settings came with, from a link or a configuration.
  const [source, setSource] = useState(offered && originOf(offered.url));
  const takeToken = useEffectEvent(() => {
    const token = offered && takeOfferedToken(offered.url);
    if (token) draft.change({ auth: { kind: 'bearer', token } });
  });
  useEffect(() => takeToken(), []);
  const [shown, setShown] = useState(offered?.url);
  if (offered && offered.url !== shown) {
    setShown(offered.url);
    setShownText(offered.url);
    draft.reset(newTarget(offered));
  }
  const read = text.trim() === '' ? null : readConfiguredServers(text);
  const found = read?.ok ? read.value : null;
  // One server with an address is connected to at once, whatever form it came in.
  const only =
    found && found.local.length === 0 && found.remote.length === 1 ? found.remote[0] : null;

  function setText(next: string) {
    setShownText(next);
    const address = toAddress(next);
    const again = readConfiguredServers(next);
    const [entry, ...more] = again.ok && again.value.local.length === 0 ? again.value.remote : [];
    const isAddress = again.ok && again.value.from === 'an address';
    const isOfConfig = entry !== undefined && more.length === 0 && !isAddress;
    if (isOfConfig) draft.reset(newTarget(entry));
    // Settings and headers that came with one server are not for another.
    else if (source !== null && originOf(address) !== source)
      draft.reset(newTarget({ url: address }));
    else draft.change({ url: address });
    setSource(isOfConfig ? originOf(entry.url) : originOf(address) === source ? source : null);
  }

  const isMeantAsConfig = /[{\n]/.test(text);
  return {
    text,
    setText,
    clear: () => {
      setShownText('');
      draft.reset(newTarget({ url: '' }));
    },
    keep,
    setKeep,
    draft,
    found,
    isList: found !== null && !only,
    isOpen: draft.problems.size > (draft.problems.has('url') ? 1 : 0),
    problem: read && !read.ok && isMeantAsConfig ? read.message : undefined,
  };
}

export type AddForm = ReturnType<typeof useAddForm>;

function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : '';
}

/** An address with its scheme, which people leave out. */
function toAddress(text: string): string {
  const given = text.trim();
  if (!/^[\w-]+(\.[\w-]+)*(:\d+)?(\/\S*)?$/.test(given) || !/[.:]/.test(given)) return given;
  return /^(localhost|127\.|\d)/.test(given) ? `http://${given}` : `https://${given}`;
}
