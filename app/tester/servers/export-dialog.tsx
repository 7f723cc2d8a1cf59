import { Download } from 'lucide-react';
import { useState } from 'react';

import { Button } from '#app/ui/button.tsx';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { CodeBlock } from '#app/ui/code/code-block.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { Segmented } from '#app/ui/segmented.tsx';

import type { RemoteEntry } from './configs/config-entry.ts';
import { CONFIG_KINDS, toConfig, type ConfigKind } from './configs/to-config.ts';

interface Props {
  /** The selected server. */
  entry: RemoteEntry;
  /** All of the list, that one among them. */
  all: readonly RemoteEntry[];
  onClose: () => void;
}

/** Writes one server or all as the configuration of a client, by default without anything secret. */
export function ExportDialog({ entry, all, onClose }: Props) {
  const [kind, setKind] = useState<ConfigKind>('claude-desktop');
  const [isOfAll, setOfAll] = useState(false);
  const [hasSecrets, setHasSecrets] = useState(false);
  const { place, label } = CONFIG_KINDS.find(({ id }) => id === kind) ?? CONFIG_KINDS[0];
  // A server.json describes one server, and holds no value of a header.
  const isSingle = kind === 'server-json';
  const entries = isOfAll && !isSingle ? all : [entry];
  const text = toConfig(kind, entries, hasSecrets ? 'written' : 'left out');
  const file = place.split('/').at(-1) ?? place;
  return (
    <Dialog title="Export" isWide onClose={onClose}>
      <div className="min-h-0 space-y-3 overflow-y-auto p-4">
        <div className="-mx-1 overflow-x-auto p-1">
          <Segmented
            label="Client"
            value={kind}
            options={CONFIG_KINDS.map(({ id, label: title }) => ({ value: id, label: title }))}
            onChange={setKind}
          />
        </div>
        {isSingle ? null : (
          <div className="space-y-1">
            {all.length > 1 ? (
              <Choice label={`All ${all.length} servers`} isOn={isOfAll} onChange={setOfAll} />
            ) : null}
            <Choice
              label="With header values and tokens"
              isOn={hasSecrets}
              onChange={setHasSecrets}
            />
          </div>
        )}
        <p className="text-sm text-muted">
          <code>{place}</code>
        </p>
        <CodeBlock label={`configuration for ${label}`} text={text} />
      </div>
      <div className="flex justify-end gap-2 border-t px-4 py-3">
        <Button onClick={() => download(file, text)}>
          <Download aria-hidden />
          Download {file}
        </Button>
      </div>
    </Dialog>
  );
}

function Choice({
  label,
  isOn,
  onChange,
}: {
  label: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}) {
  return (
    <label className="flex min-h-8 items-center gap-2 text-sm pointer-coarse:min-h-11">
      <Checkbox checked={isOn} onChange={(event) => onChange(event.currentTarget.checked)} />
      {label}
    </label>
  );
}

function download(name: string, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([`${text}\n`], { type: 'application/json' }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
