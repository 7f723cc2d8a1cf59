// node write-file.mjs mcp-builder.ndjson <id of the file> <name to write it under>
import { createReadStream, createWriteStream } from 'node:fs';
import { createInterface } from 'node:readline';

const [exported, id, name] = process.argv.slice(2);
const file = createWriteStream(name);
for await (const line of createInterface({
  input: createReadStream(exported),
})) {
  const record = JSON.parse(line);
  if (
    record.kind !== 'attachedFile' ||
    record.id !== id ||
    record.content === null
  )
    continue;
  file.write(record.content, 'base64');
}
file.end();
