/** Whether a project is the one that is meant: `sqlite`, or `sqlite` and something else. */
export const isOf = (project, wanted) => project.split(/\W/).includes(wanted)

/** `gate` is gate.test.ts or gate.both.test.ts in whatever folder, `oauth/gate` only in a folder of that name. */
export function isNamed(wanted) {
  const pattern = new RegExp(`(^|/)${wanted}(\\.[\\w-]+)*\\.test\\.ts$`)
  return (file) => pattern.test(file)
}
