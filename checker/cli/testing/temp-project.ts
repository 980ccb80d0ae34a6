import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const REPOSITORY = fileURLToPath(new URL('../../../', import.meta.url));

/** What a run of the command came to. */
export interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** What `npm init` writes, in short. */
const PACKAGE = '{ "name": "a-project", "type": "commonjs" }';

/** Arguments, and the part of the project to run them in. */
export interface PartCall {
  readonly part: string;
  readonly args: readonly string[];
}

/** How the command is run. */
export interface RunOptions {
  /** From the project's root. */
  readonly cwd?: string;
  readonly meanwhile?: (child: ChildProcess, stderr: string) => void;
}

/** A project in a folder of its own, in which the command is run as users run it: as a process. */
export class TempProject {
  readonly root = mkdtempSync(join(tmpdir(), 'premortem-'));

  /** @param files their texts, by path from the root */
  constructor(files: Readonly<Record<string, string>>) {
    this.write('package.json', PACKAGE);
    symlinkSync(join(REPOSITORY, 'node_modules'), join(this.root, 'node_modules'));
    for (const [path, text] of Object.entries(files)) this.write(path, text);
  }

  write(path: string, text: string): void {
    mkdirSync(dirname(join(this.root, path)), { recursive: true });
    writeFileSync(join(this.root, path), text);
  }

  read(path: string): string {
    return readFileSync(join(this.root, path), 'utf8');
  }

  has(path: string): boolean {
    return existsSync(join(this.root, path));
  }

  /** The files below a folder, sorted; empty where there is none. */
  files(folder: string): string[] {
    if (!this.has(folder)) return [];
    const entries = readdirSync(join(this.root, folder), { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(this.root.length + 1))
      .sort();
  }

  /**
   * Runs `premortem` in the project, in a process of its own.
   *
   * @param meanwhile is given the process and what it has written to stderr, each time it writes there
   */
  run(args: readonly string[], options: RunOptions = {}): Promise<Finished> {
    return this.start([join(REPOSITORY, 'bin/premortem.js'), ...args], options);
  }

  /** Makes a folder a project of its own, which shares the packages of this one. */
  part(folder: string, files: Readonly<Record<string, string>>): void {
    this.write(`${folder}/package.json`, PACKAGE);
    for (const [path, text] of Object.entries(files)) this.write(`${folder}/${path}`, text);
  }

  /**
   * Runs `premortem` once for each call, all in one process; a suite file is loaded once.
   *
   * @param calls arguments, to be run at the root; or in a part of the project
   */
  async runEach(calls: readonly (readonly string[] | PartCall)[]): Promise<Finished[]> {
    const script = join(REPOSITORY, 'checker/cli/testing/run-each.js');
    const all = calls.map((call): PartCall => ('args' in call ? call : { part: '.', args: call }));
    const places = all.map(({ part, args }) => ({ cwd: join(this.root, part), args }));
    const { code, stdout, stderr } = await this.start([script, JSON.stringify(places)], {});
    if (code !== 0) throw new Error(`the runs broke off: ${stderr}`);
    return JSON.parse(stdout) as Finished[];
  }

  private start(args: readonly string[], { cwd, meanwhile }: RunOptions): Promise<Finished> {
    const child = spawn(process.execPath, args, {
      cwd: join(this.root, cwd ?? '.'),
      env: { ...process.env, NO_COLOR: '1' },
    });
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', (data: Buffer) => (stdout += data.toString()));
    child.stderr.on('data', (data: Buffer) => {
      stderr += data.toString();
      meanwhile?.(child, stderr);
    });
    return new Promise((resolve, reject) => {
      child.on('error', reject);
      child.on('close', (code) => resolve({ code, stdout, stderr }));
    });
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}
