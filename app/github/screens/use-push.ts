import { useState } from 'react';

import type { RequestFailure } from '#app/api-client/api-request.ts';
import { getPushPreview, postPush } from '#app/github/push/push-client.ts';
import type { EditedFile, PushPreview, PushWay } from '#app/github/push/push-preview.ts';

interface Choice {
  preview: PushPreview;
  way: PushWay;
  /** Paths of edited files that are to be replaced. */
  replaced: ReadonlySet<string>;
  /** The same for each attempt of this push, so that it is made once. */
  key: string;
}

/** The push of a version in two steps: it is compared, and then pushed as chosen. */
export function usePush(project: string, onPushed: () => void) {
  const [choice, setChoice] = useState<Choice | null>(null);
  const [busy, setBusy] = useState<'compare' | 'push' | null>(null);
  const [failure, setFailure] = useState<RequestFailure | null>(null);

  async function compare(version: number) {
    setBusy('compare');
    setFailure(null);
    const preview = await getPushPreview(project, version);
    setBusy(null);
    if (!preview.ok) return setFailure(preview);
    const { value } = preview;
    setChoice({ preview: value, way: value.way, replaced: new Set(), key: crypto.randomUUID() });
  }

  async function push() {
    if (choice === null) return;
    const { preview, way, replaced, key } = choice;
    const { version, head, pushedVersion } = preview;
    const replace = preview.edits
      .filter(({ path }) => replaced.has(path))
      .map(({ path, sha }) => ({ path, sha }));
    setBusy('push');
    setFailure(null);
    const pushed = await postPush(project, { version, way, head, pushedVersion, replace }, key);
    setBusy(null);
    if (pushed.ok) setChoice(null);
    else setFailure(pushed);
    // A push that failed is listed, too.
    onPushed();
  }

  function toggle({ path }: EditedFile) {
    if (choice === null) return;
    const replaced = new Set(choice.replaced);
    if (!replaced.delete(path)) replaced.add(path);
    // Another wish than the one before.
    setChoice({ ...choice, replaced, key: crypto.randomUUID() });
  }

  return {
    choice,
    busy,
    failure,
    compare,
    push,
    toggle,
    chooseWay: (way: PushWay) => choice && setChoice({ ...choice, way, key: crypto.randomUUID() }),
    close: () => {
      setChoice(null);
      setFailure(null);
    },
  };
}
