// The least that any tool does: reads the document, parses it, and looks at every value.
import { readFileSync } from 'node:fs';

const text = readFileSync(process.argv[2], 'utf8');
const isJson = /^\s*[{[]/.test(text);
const root = isJson ? JSON.parse(text) : (await import('yaml')).parse(text);
let count = 0;
const open = [root];
while (open.length > 0) {
  const value = open.pop();
  count += 1;
  if (typeof value !== 'object' || value === null) continue;
  for (const key of Object.keys(value)) open.push(value[key]);
}
console.log(count);
