/** True for a failure of the journal or of what is kept beside it, which carries this name: nothing may run that cannot be written down. */
export const isStorageError = (error: unknown): error is Error => error instanceof Error && error.name === 'StorageError'
