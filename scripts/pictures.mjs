// Takes the pictures of all routes anew where they have changed; `npm run pictures -- -g chat` those of some rows.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { makeBuild } from './built-files.mjs';
import { shrinkPicture } from './shrink-picture.mjs';
import { ROOT, runTool } from './toolchain.mjs';

const PICTURES = path.join(ROOT, 'tests', 'browser', 'pictures');
const SPEC = 'tests/browser/routes.spec.ts';

if (!(await makeBuild('emulator'))) process.exit(1);
const args = ['test', SPEC, '--update-snapshots=changed', '--reporter=list'];
const { code } = await runTool('playwright', [...args, ...process.argv.slice(2)], { show: true });
for (const name of readdirSync(PICTURES)) {
  const file = path.join(PICTURES, name);
  const taken = readFileSync(file);
  const shrunk = shrinkPicture(taken);
  if (shrunk !== taken) writeFileSync(file, shrunk);
}
process.exitCode = code;
