import { NO_BREAK } from './value-text.ts';

/** Plain text in Markdown: nothing in it is read as markup, as a reference to an issue or as a mention. */
export function markdown(text: string): string {
  return text
    .replaceAll(NO_BREAK, ' ')
    .replace(/[\\`*<>~$&]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|\](?=[([:])/gu, '\\$&')
    .replace(/(?<![\p{L}\p{N}])[@#](?=[\p{L}\p{N}])/gu, '$&<!-- -->')
    .replace(/^[-+=#]|(?<=^\d+)[.)]/, '\\$&');
}

/** Text in a code span. */
export function code(text: string): string {
  const plain = text.replaceAll(NO_BREAK, ' ');
  if (plain.trim() === '') return '';
  const longest = Math.max(0, ...(plain.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  const space = /^`|`$/.test(plain) ? ' ' : '';
  return `${fence}${space}${plain}${space}${fence}`;
}

/** A table; the cells are Markdown, a line break in one is `<br>`. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const cellText = (cell: string): string => cell.replaceAll('|', '\\|').replaceAll('\n', '<br>');
  const line = (cells: readonly string[]): string => `| ${cells.map(cellText).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
