import { expect, test } from 'vitest';

import { de } from '#app/extraction/vocabulary/de.ts';
import { en } from '#app/extraction/vocabulary/en.ts';
import { es } from '#app/extraction/vocabulary/es.ts';
import { fr } from '#app/extraction/vocabulary/fr.ts';
import { it } from '#app/extraction/vocabulary/it.ts';
import { ja } from '#app/extraction/vocabulary/ja.ts';
import { nl } from '#app/extraction/vocabulary/nl.ts';
import { pt } from '#app/extraction/vocabulary/pt.ts';
import { lexiconFor } from '#app/extraction/vocabulary/lexicon.ts';
import { zh } from '#app/extraction/vocabulary/zh.ts';

const all = [de, es, fr, it, ja, nl, pt, zh];

test.each(all)('$language has words for every meaning that English has', ({ senses }) => {
  expect(Object.keys(senses).toSorted()).toEqual(Object.keys(en.senses).toSorted());
  for (const phrases of Object.values(senses)) expect(phrases.length).toBeGreaterThan(0);
});

test.each(all)('$language is written in lower case, composed', ({ markers, senses }) => {
  for (const phrase of [...markers, ...Object.values(senses).flat()]) {
    expect(phrase).toBe(phrase.toLowerCase().normalize('NFC'));
    expect(phrase).not.toBe('');
  }
});

test.each([en, ...all])('$language names no word twice for one meaning', ({ senses }) => {
  const twice = Object.entries(senses).flatMap(([sense, phrases]) =>
    phrases
      .filter((phrase, at) => phrases.indexOf(phrase) !== at)
      .map((each) => `${sense}: ${each}`),
  );
  expect(twice).toEqual([]);
});

test('no two languages share a marker', () => {
  const owner = new Map<string, string>();
  const shared: string[] = [];
  for (const { language, markers } of [en, ...all])
    for (const marker of markers) {
      const other = owner.get(marker);
      if (other !== undefined && other !== language)
        shared.push(`${marker}: ${other}, ${language}`);
      owner.set(marker, language);
    }
  expect(shared).toEqual([]);
});

test('swapped letters are corrected, in prose only', () => {
  const put = (text: string) => lexiconFor(text).unswapped(text);
  expect(put('renmae it, retruns a list. Optinoal: qurey')).toBe(
    'rename it, returns a list. Optional: query',
  );
  const kept = [
    'three trails, a quiet diary, an angel and a silver form',
    '`retruns` and "renmae" as they are',
    'GET /retruns/{qurey}?heaedr=1 and a-heaedr, heaedr=x',
  ];
  expect(kept.map(put)).toEqual(kept);
});
