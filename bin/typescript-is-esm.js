// A module hook: .ts files are ES modules, whatever "type" the nearest package.json says. `npm init` writes
// "commonjs", and a suite loaded that way fails on Node 20 (ERR_REQUIRE_CYCLE_MODULE) or brings a second copy of
// xstate and premortem along, whose classes and symbols the checker would not recognise. Say .cts to mean CommonJS.

/** @type {import('node:module').ResolveHook} */
export async function resolve(specifier, context, nextResolve) {
  const resolved = await nextResolve(specifier, context);
  const isTypeScript = /\.tsx?$/.test(resolved.url.split('?')[0]);
  return isTypeScript && resolved.format === 'commonjs' ? { ...resolved, format: 'module' } : resolved;
}
