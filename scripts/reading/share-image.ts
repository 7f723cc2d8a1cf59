import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import { initWasm, Resvg } from '@resvg/resvg-wasm';
import { createElement as h } from 'react';
import satori from 'satori';

const { resolve } = createRequire(import.meta.url);
const font = (weight: 400 | 600) => ({
  name: 'Plex Sans',
  weight,
  style: 'normal' as const,
  data: readFileSync(
    resolve(`@fontsource/ibm-plex-sans/files/ibm-plex-sans-latin-${weight}-normal.woff`),
  ),
});

/** The size that those who show shared addresses expect: https://ogp.me and X's large card. */
const SIZE = { width: 1200, height: 630 };

/** The dark tokens of app/styles.css; a picture has no scheme. */
const COLOURS = { paper: '#0d1322', ink: '#e4e9f2', muted: '#a2adbf', blue: '#84bdf8' };

const MARK = `data:image/svg+xml,${encodeURIComponent(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" fill="none" stroke="${COLOURS.blue}" stroke-width="2.75" stroke-linecap="square"><path d="M5 11V5h6M21 5h6v6M27 21v6h-6M11 27H5v-6"/><path d="M11 20v-8l5 5 5-5v8"/></svg>`,
)}`;

let started: Promise<void> | null = null;

/** The picture of a text for places where its address is shared, as PNG. */
export async function drawShareImage(words: {
  kicker: string;
  title: string;
}): Promise<Uint8Array> {
  started ??= initWasm(readFileSync(resolve('@resvg/resvg-wasm/index_bg.wasm')));
  await started;
  const svg = await satori(card(words), { ...SIZE, fonts: [font(400), font(600)] });
  return new Resvg(svg).render().asPng();
}

function card({ kicker, title }: { kicker: string; title: string }) {
  const brand = h('div', { style: { display: 'flex', alignItems: 'center', gap: 20 } }, [
    h('img', { key: 'mark', src: MARK, width: 56, height: 56 }),
    h('div', { key: 'name', style: { fontSize: 34, fontWeight: 600 } }, 'MCP Builder'),
  ]);
  return h(
    'div',
    {
      style: {
        ...SIZE,
        boxSizing: 'border-box',
        display: 'flex',
        flexDirection: 'column',
        justifyContent: 'space-between',
        padding: 80,
        background: COLOURS.paper,
        color: COLOURS.ink,
        fontFamily: 'Plex Sans',
        borderBottom: `12px solid ${COLOURS.blue}`,
      },
    },
    brand,
    h('div', { style: { fontSize: 68, fontWeight: 600, lineHeight: 1.15 } }, title),
    h('div', { style: { fontSize: 30, color: COLOURS.muted } }, kicker),
  );
}
