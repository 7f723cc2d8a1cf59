import { readTypes } from '#app/extraction/snippets/read-types.ts';
import type { Lexicon } from '#app/extraction/vocabulary/lexicon.ts';

import { attachParameters, attachType } from './attach-parameters.ts';
import { blankSpan } from './blank-span.ts';
import type { Table } from './cut-tables.ts';
import { findMentions, type Mention } from './find-mentions.ts';
import { lineAt, toLines, type Line } from './lines.ts';
import { roleOf, type MentionRole } from './mention-role.ts';
import { mergeParameters } from './merge-parameters.ts';
import { keepsLead, readRegion } from './read-region.ts';
import type { TableReading } from './read-table.ts';
import { cutRegions } from './regions.ts';
import type { Base, PlacedEndpoint } from './sketch.ts';

interface EndpointsReading {
  endpoints: PlacedEndpoint[];
  bases: Base[];
  descriptions: string[];
  rest: string;
}

interface ReadTable {
  table: Table;
  reading: TableReading;
}

/** Reads the endpoints of prose, lists and tables, with their arguments and samples. */
export function readEndpoints(
  text: string,
  tables: readonly ReadTable[],
  lx: Lexicon,
): EndpointsReading {
  const types = readTypes(text);
  let rest = types.reduce((left, { start, end }) => blankSpan(left, start, end), text);
  const lines = toLines(rest);
  const all = findMentions(rest, lx);
  const hasRequests =
    all.some(({ kind }) => kind === 'request') ||
    tables.some(({ reading }) => reading?.kind === 'endpoints');
  const roles = all.map((mention) => ({
    mention,
    role: roleOf(mention, all, rest, hasRequests, lx),
  }));
  const having = (wanted: MentionRole) =>
    roles.filter(({ role }) => role === wanted).map(({ mention }) => mention);
  const requests = having('endpoint');
  const bases = having('base').map(({ target, start }) => ({
    url: target.replace(/[/?#]+$/, ''),
    start,
    isQuoted: lineAt(lines, start).isQuoted,
  }));
  const read = readRegions(rest, requests, having('base'), lines, lx);
  const { endpoints } = read;
  rest = read.rest;
  for (const { start, end } of having('description')) rest = blankSpan(rest, start, end);
  for (const { table, reading } of tables) {
    if (reading?.kind !== 'endpoints') continue;
    const { start, end } = table;
    for (const sketch of reading.endpoints) endpoints.push({ sketch, start, end, isQuoted: false });
  }
  settleLoose(endpoints);
  for (const { sketch } of endpoints)
    sketch.parameters = sketch.parameters.filter(
      (each) => !types.some(({ name }) => name === each.name),
    );
  endpoints.sort((a, b) => a.start - b.start);
  for (const { table, reading } of tables)
    if (reading?.kind === 'parameters') attachParameters(endpoints, table, reading.parameters);
  for (const type of types) attachType(endpoints, type, text, lx);
  const descriptions = having('description').map(({ target }) => target);
  return { endpoints, bases, descriptions, rest };
}

/** Reads the region of each request; an address in between ends the first one's. */
function readRegions(
  text: string,
  requests: readonly Mention[],
  bases: readonly Mention[],
  lines: readonly Line[],
  lx: Lexicon,
): { endpoints: PlacedEndpoint[]; rest: string } {
  const endpoints: PlacedEndpoint[] = [];
  let rest = bases.reduce((left, { start, end }) => blankSpan(left, start, end), text);
  // "PUT /x at https://…: qty is required": an address within a sentence ends nothing.
  const ending = bases.filter(({ start }) => {
    const before = requests.findLast((each) => each.start < start);
    return !before || requests.length > 1 || text.slice(before.start, start).includes('\n');
  });
  const mentions = [...requests, ...ending].toSorted((a, b) => a.start - b.start);
  for (const region of cutRegions(rest, mentions, lines, lx, (each) => ending.includes(each))) {
    if (!requests.includes(region.mention)) continue;
    const { mention, lead, tail } = region;
    const line = lineAt(lines, mention.start);
    const sketches = readRegion(rest, region, lx);
    const isQuoted = line.isQuoted;
    const isLogged = /^\W*\d{1,4}[-:/.]\d{2}[-:/. T\d]/.test(line.text);
    for (const sketch of sketches)
      endpoints.push({ sketch, start: mention.start, end: tail.end, isQuoted, isLogged });
    const isUsed = sketches.some(
      ({ description }) => description && rest.slice(lead.start, lead.end).includes(description),
    );
    rest = blankSpan(rest, keepsLead(rest, region) && !isUsed ? lead.end : lead.start, tail.end);
  }
  return { endpoints, rest };
}

/**
 * Assigns constraints to the endpoint whose address names the argument: "… DELETE /x/{id}. brand is
 * required".
 */
function settleLoose(endpoints: readonly PlacedEndpoint[]): void {
  for (const { sketch } of endpoints) {
    const owner = (name: string) =>
      endpoints.find(
        (each) =>
          each.sketch !== sketch &&
          each.sketch.parameters.some((other) => other.name === name && other.in !== undefined),
      );
    sketch.parameters = sketch.parameters.flatMap(({ isLoose, ...parameter }) => {
      const other =
        isLoose && !sketch.url.includes(`{${parameter.name}}`) ? owner(parameter.name) : undefined;
      if (!other) return [parameter];
      other.sketch.parameters = mergeParameters(other.sketch.parameters, [parameter]);
      return [];
    });
  }
}
