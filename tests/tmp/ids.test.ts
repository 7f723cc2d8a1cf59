import { test } from 'vitest';
import { judge } from '#app/blueprint/readiness/judge.ts';
import { writeFileSync } from 'node:fs';
test('x', () => { writeFileSync('/tmp/ids.txt', judge({}).checks.map((c) => `${c.id} | ${c.weight} | ${c.title}`).join('\n')); });
