import { config } from 'zod'

// As in the app: the page may not compile code, and zod tries when a schema is made.
config({ jitless: true })
void import('./show').then(({ show }) => show(window))
