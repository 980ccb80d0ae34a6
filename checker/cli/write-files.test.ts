import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readText, removeFile, writeWhole } from './write-files.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'write-files-'));
});
afterEach(() => rmSync(root, { recursive: true }));

test('a file is written with its folders, and only when its text changes', () => {
  const path = join(root, 'a/b/c.json');
  expect(writeWhole(path, 'one')).toBe(true);
  const { mtimeMs, ino } = statSync(path);
  expect(writeWhole(path, 'one')).toBe(false);
  expect(statSync(path)).toMatchObject({ mtimeMs, ino });
  expect(writeWhole(path, 'two')).toBe(true);
  expect(readFileSync(path, 'utf8')).toBe('two');
  expect(readdirSync(join(root, 'a/b'))).toEqual(['c.json']);
});

test('a file that cannot take its place leaves nothing behind', () => {
  mkdirSync(join(root, 'taken.json/inside'), { recursive: true });
  const taken = join(root, 'taken.json');
  expect(() => writeWhole(taken, 'text')).toThrow(/taken\.json: EISDIR/);
  writeFileSync(join(root, 'no-folder'), '');
  expect(() => writeWhole(join(root, 'no-folder/x.json'), 'text')).toThrow(/cannot write .*x\.json: E/);
  expect(readdirSync(root).sort()).toEqual(['no-folder', 'taken.json']);
});

test('what is not there reads as null', () => {
  writeFileSync(join(root, 'file'), '');
  expect(readText(join(root, 'nothing'))).toBeNull();
  expect(readText(join(root, 'file/below'))).toBeNull();
  expect(() => readText(root)).toThrow(/cannot read .*EISDIR/);
});

test('a removed file takes its empty folders along, up to the root', () => {
  writeWhole(join(root, 'a/b/c.json'), '');
  writeWhole(join(root, 'a/d.json'), '');
  removeFile(join(root, 'a/b/c.json'), root);
  expect(readdirSync(join(root, 'a'))).toEqual(['d.json']);
  removeFile(join(root, 'a/d.json'), root);
  expect(readdirSync(root)).toEqual([]);
  removeFile(join(root, 'never/was.json'), root);
  expect(existsSync(root)).toBe(true);
});
