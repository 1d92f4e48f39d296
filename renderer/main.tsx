import { config } from 'zod'

// The page may not compile code, so zod must not try: it tries when a schema is made, which is why the rest is loaded after this.
config({ jitless: true })
void import('./start').then(({ start }) => start(window))
