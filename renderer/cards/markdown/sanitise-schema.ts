import type { Options } from 'rehype-sanitize'

/**
 * What a message may become. Small on purpose: no style, id, name, form, frame, script or svg, and no address that
 * would be fetched by drawing it. Links keep theirs, because a person is shown it before anything is opened.
 */
export const messageSchema: Options = {
  tagNames: 'p br hr h1 h2 h3 h4 h5 h6 blockquote ul ol li pre code strong em del a img input table thead tbody tr th td'.split(' '),
  attributes: {
    a: ['href'],
    img: ['src', 'alt'],
    code: [['className', /^language-[\w+#.-]{1,40}$/]],
    input: ['checked', ['type', 'checkbox']],
    ol: ['start'],
    th: [['align', 'left', 'center', 'right']],
    td: [['align', 'left', 'center', 'right']],
  },
  protocols: { href: ['http', 'https', 'mailto'], src: ['data', 'blob'] },
  required: { input: { type: 'checkbox', disabled: true } },
  strip: ['script', 'style'],
  allowComments: false,
  allowDoctypes: false,
}

/** True for a picture that needs no network. */
export const isLocalPicture = (address: string): boolean => /^(?:data:image\/|blob:)/i.test(address)
