import type { EndpointSketch } from '#app/extraction/reading/sketch.ts';

import type { WorkTool } from './work-model.ts';

/** Applies a message's description to an existing tool; returns whether anything changed. */
export function applySketch(tool: WorkTool, sketch: EndpointSketch): boolean {
  const before = JSON.stringify([tool.args, tool.keep, tool.confirms, tool.reads, tool.name]);
  for (const { in: place, ...parameter } of sketch.parameters) {
    const known = tool.args.find(({ name }) => name.toLowerCase() === parameter.name.toLowerCase());
    if (known) Object.assign(known, parameter, { name: known.name });
    else if (place !== 'path') tool.args.push({ ...parameter, ...(place ? { in: place } : {}) });
  }
  if (sketch.keep) tool.keep = sketch.keep.length > 0 ? sketch.keep : null;
  if (sketch.confirm) tool.confirms = true;
  if (sketch.readOnly) tool.reads = true;
  return JSON.stringify([tool.args, tool.keep, tool.confirms, tool.reads, tool.name]) !== before;
}
