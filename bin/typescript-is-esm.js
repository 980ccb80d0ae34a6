// A module hook: .ts files are ES modules, whatever "type" the nearest package.json says. `npm init` writes
// "commonjs", and a suite loaded that way fails on Node 20 (ERR_REQUIRE_CYCLE_MODULE) or brings a second copy of
// xstate and premortem along, whose classes and symbols the checker would not recognise. Say .cts to mean CommonJS.

/** @type {import('node:module').ResolveHook} */
export async function resolve(specifier, context, nextResolve) {
  const resolved = await nextResolve(specifier, context);
  // What CommonJS imports from CommonJS, tsx marks in the file's address, and then reads it as CommonJS whatever the
  // format says: `models/lock.ts%3Ftsx-commonjs-export-preparse=1?…`. The `?` may be escaped.
  const [file, query = ''] = resolved.url.split(/(?:\?|%3F)(.*)/s);
  if (resolved.format !== 'commonjs' || !/\.tsx?$/.test(file)) return resolved;
  return { ...resolved, format: 'module', url: query.startsWith('tsx-commonjs-') ? file : resolved.url };
}
