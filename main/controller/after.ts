/** False after so many ms. It keeps no process from ending. */
export const after = (ms: number): Promise<false> =>
  new Promise((resolve) => {
    setTimeout(() => resolve(false), ms).unref()
  })
