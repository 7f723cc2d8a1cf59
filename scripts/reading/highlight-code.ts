import { javascriptLanguage, typescriptLanguage } from '@codemirror/lang-javascript';
import { jsonLanguage } from '@codemirror/lang-json';
import { StreamLanguage } from '@codemirror/language';
import { http } from '@codemirror/legacy-modes/mode/http';
import { shell } from '@codemirror/legacy-modes/mode/shell';
import { yaml } from '@codemirror/legacy-modes/mode/yaml';
import { highlightCode as highlight, tagHighlighter, tags } from '@lezer/highlight';

import { textOf, visitTree, type TreeNode } from './tree.ts';

const LANGUAGES = new Map([
  ['ts', typescriptLanguage],
  ['js', javascriptLanguage],
  ['json', jsonLanguage],
  ['http', StreamLanguage.define(http)],
  ['sh', StreamLanguage.define(shell)],
  ['yaml', StreamLanguage.define(yaml)],
]);

/** The groups of the editor in `app/ui/code`; `app/reading/reading.css` colours them in both schemes. */
const GROUPS = tagHighlighter([
  { tag: [tags.propertyName, tags.definition(tags.variableName), tags.atom], class: 'code-name' },
  { tag: [tags.string, tags.special(tags.string), tags.regexp], class: 'code-value' },
  { tag: [tags.number, tags.bool, tags.null], class: 'code-number' },
  { tag: [tags.keyword, tags.modifier, tags.operatorKeyword], class: 'code-word' },
  { tag: [tags.typeName, tags.className, tags.standard(tags.name)], class: 'code-type' },
  { tag: tags.comment, class: 'code-note' },
]);

const text = (value: string): TreeNode => ({ type: 'text', value });

/** The pieces of a source: plain text, and elements for what has a colour. */
export function highlightSource(source: string, language: string): TreeNode[] {
  const body = language === 'http' ? source.indexOf('\n\n{') : -1;
  if (body < 0) return highlightText(source, language);
  // The body of a message has a language of its own.
  return [
    ...highlightText(source.slice(0, body), 'http'),
    text('\n\n'),
    ...highlightText(source.slice(body + 2), 'json'),
  ];
}

function highlightText(source: string, language: string): TreeNode[] {
  const known = LANGUAGES.get(language);
  if (!known) return [text(source)];
  const pieces: TreeNode[] = [];
  highlight(
    source,
    known.parser.parse(source),
    GROUPS,
    (code, group) => {
      const piece = text(code);
      const properties = { className: [group] };
      pieces.push(
        group ? { type: 'element', tagName: 'span', properties, children: [piece] } : piece,
      );
    },
    () => pieces.push(text('\n')),
  );
  return pieces;
}

/** Colours the code of a text when the product is built, by classes: no script and no colour of its own. */
export function highlightCode() {
  return (tree: TreeNode) => {
    visitTree(tree, (node, parent) => {
      if (node.tagName !== 'code' || parent?.tagName !== 'pre') return;
      const [, language = ''] = /language-(\w+)/.exec(String(node.properties?.className)) ?? [];
      const source = textOf(node).replace(/\n$/, '');
      node.children = highlightSource(source, language);
      node.properties = {};
      parent.properties = { dataLanguage: language };
    });
  };
}
