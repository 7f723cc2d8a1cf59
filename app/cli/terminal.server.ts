import { toShown } from './shown-text.ts';

/** An output stream; a terminal knows its width. */
export type Screen = NodeJS.WritableStream & { isTTY?: boolean; columns?: number };

/** Arguments and streams of a command. */
export interface Invocation {
  args: string[];
  variables: Record<string, string | undefined>;
  input: NodeJS.ReadableStream;
  /** The result, and nothing else. */
  output: Screen;
  /** Progress, messages and errors. */
  talk: Screen;
}

/** Outcome: done; an unusable document or a failed check; wrong usage. */
export type ExitCode = 0 | 1 | 2;

/** Output of commands for their user. */
export interface Terminal {
  /** Writes a line of the result unchanged: it may be coloured, or JSON. */
  print: (line: string) => void;
  /** Writes a line that is not part of the result. */
  say: (line: string) => void;
  /** Writes a line that reports a failure. */
  complain: (line: string) => void;
  /** Whether progress is shown. */
  isLive: boolean;
  /** Shows progress: one line that is overwritten on a terminal, nothing elsewhere. */
  progress: (line: string) => void;
  /** Text of the result in a colour, if colours are enabled. */
  paint: (colour: Colour, text: string) => string;
}

export type Colour = 'red' | 'green' | 'yellow' | 'dim' | 'bold';

const CODES: Record<Colour, number> = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33 };
const ESCAPE = '\u001B[';
const CLEAR_LINE = `\r${ESCAPE}2K`;
/** Minimum interval between updates of a progress line. */
const PROGRESS_MS = 60;

/** Creates a terminal, or a replacement for a file, a pipe or a build log. */
export function createTerminal({ output, talk, variables }: Invocation): Terminal {
  const isLive = talk.isTTY === true && variables['TERM'] !== 'dumb';
  let shown = false;
  let shownAt = 0;
  const clear = () => {
    if (shown) talk.write(CLEAR_LINE);
    shown = false;
  };
  const write = (line: string) => {
    clear();
    talk.write(`${line}\n`);
  };
  return {
    print: (line) => {
      clear();
      output.write(`${line}\n`);
    },
    say: (line) => write(toShown(line)),
    complain: (line) => write(paint('red', toShown(line), hasColours(talk, variables))),
    isLive,
    progress: (line) => {
      if (!isLive || Date.now() - shownAt < PROGRESS_MS) return;
      shownAt = Date.now();
      shown = true;
      talk.write(
        `${CLEAR_LINE}${toShown(line)
          .replaceAll(/\s+/g, ' ')
          .slice(0, (talk.columns ?? 80) - 1)}`,
      );
    },
    paint: (colour, text) => paint(colour, text, hasColours(output, variables)),
  };
}

/** https://no-color.org: any non-empty value disables colours. */
function hasColours(
  stream: { isTTY?: boolean },
  variables: Record<string, string | undefined>,
): boolean {
  return stream.isTTY === true && !variables['NO_COLOR'] && variables['TERM'] !== 'dumb';
}

function paint(colour: Colour, text: string, isOn: boolean): string {
  return isOn ? `${ESCAPE}${CODES[colour]}m${text}${ESCAPE}0m` : text;
}

/** The whole input; null, without reading on, if it is longer than `maxBytes`. */
export async function readInput(
  input: NodeJS.ReadableStream,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of input) {
    const part = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    bytes += part.byteLength;
    if (bytes > maxBytes) return null;
    chunks.push(part);
  }
  return Buffer.concat(chunks);
}
