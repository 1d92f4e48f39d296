/** Why a server is not talked to any more. `permanent`: another start would end the same way. */
export class ServerFault extends Error {
  override readonly name = 'ServerFault'
  readonly permanent: boolean

  constructor(message: string, permanent = false) {
    super(message)
    this.permanent = permanent
  }
}
