import { Download, FileJson } from 'lucide-react';

import type { ServerConnection } from '#app/mcp-client/connection.ts';
import { saveFile } from '#app/tester/results/save-file.ts';
import { IconButton } from '#app/ui/icon-button.tsx';

import { maskOf } from './mask.ts';
import { toHar } from './to-har.ts';
import { toJsonExport } from './to-json-export.ts';

/** Saves the whole history as a file. Secrets are masked there, also while the screen shows them. */
export function ExportMenu({ connection }: { connection: ServerConnection }) {
  const { log, target } = connection;
  const name = target.name.replace(/[^\p{L}\p{N}._-]+/gu, '-') || 'server';
  return (
    <>
      <IconButton
        label="Export as HAR"
        onClick={() =>
          saveFile(
            `${name}.har`,
            'application/json',
            JSON.stringify(toHar(log.getExchanges(), maskOf(target)), null, 2),
          )
        }
      >
        <Download aria-hidden />
      </IconButton>
      <IconButton
        label="Export as JSON"
        onClick={() =>
          saveFile(
            `${name}-history.json`,
            'application/json',
            JSON.stringify(toJsonExport(log, maskOf(target)), null, 2),
          )
        }
      >
        <FileJson aria-hidden />
      </IconButton>
    </>
  );
}
