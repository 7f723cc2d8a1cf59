import { formatSize } from '#app/platform/text/format-size.ts';
import { BackToList } from '#app/tester/connected/back-to-list.tsx';
import { HiddenMarks } from '#app/tester/results/hidden-marks.tsx';
import { JsonTree } from '#app/tester/results/json-tree.tsx';
import { Unfolding } from '#app/tester/results/unfolding.tsx';
import { CopyButton } from '#app/ui/code/copy-button.tsx';

import type { ListedResource } from './read-resources.ts';

/** A resource or a template in the server's words. */
export function ResourceHeading({
  resource,
  onClose,
}: {
  resource: ListedResource;
  onClose: () => void;
}) {
  const { name, uri, description, mimeType, bytes } = resource;
  const notes = [mimeType, bytes === null ? null : formatSize(bytes)].filter(Boolean).join(' · ');
  return (
    <>
      <BackToList label="All resources" onClose={onClose} />
      <header className="space-y-2">
        <h2 className="text-base wrap-anywhere">
          <HiddenMarks text={name} />
        </h2>
        <p className="flex items-center gap-1">
          <code className="wrap-anywhere">
            <HiddenMarks text={uri} />
          </code>
          <CopyButton text={uri} what="address" />
        </p>
        {notes === '' ? null : (
          <p className="text-sm text-muted">
            <HiddenMarks text={notes} />
          </p>
        )}
        {description === null ? null : (
          <p className="wrap-anywhere whitespace-pre-line">
            <HiddenMarks text={description} />
          </p>
        )}
        {resource.hasHidden ? (
          <p className="text-sm text-warn">
            Name, address or description contain hidden characters. They are marked here.
          </p>
        ) : null}
        <Unfolding summary="Definition as the server sent it">
          {() => <JsonTree value={resource.definition} label="definition" />}
        </Unfolding>
      </header>
    </>
  );
}
