/** Whether a project of Vitest is meant by its name, or by the engine that its tests run on, unless they need a browser. */
export const isOf = (project, wanted) =>
  project.name === wanted || (project.name !== 'browser' && project.getProvidedContext().engine === wanted)

/** `gate` is gate.test.ts or gate.both.test.ts in whatever folder, `oauth/gate` only in a folder of that name. */
export function isNamed(wanted) {
  const pattern = new RegExp(`(^|/)${wanted}(\\.[\\w-]+)*\\.test\\.ts$`)
  return (file) => pattern.test(file)
}
