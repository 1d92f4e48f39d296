export const after = (ms: number): Promise<false> =>
  new Promise((resolve) => {
    setTimeout(() => resolve(false), ms).unref()
  })
