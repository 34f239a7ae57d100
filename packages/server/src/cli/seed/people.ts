/** Invented lives of people who are known anyway. The addresses are of a domain that no mail leaves for (RFC 2606). */
export interface Person {
  readonly name: string
  /** Days ago. */
  readonly joined: number
  /** Of ten days, on so many they come by. */
  readonly visits: number
  readonly is?: 'unverified' | 'banned' | 'totp' | 'mailed-codes'
}

export const ADMINISTRATOR = 'Grace Hopper'

export const PEOPLE: readonly Person[] = [
  { name: 'Ada Lovelace', joined: 41, visits: 8, is: 'totp' },
  { name: 'Alan Turing', joined: 41, visits: 6 },
  { name: 'Katherine Johnson', joined: 39, visits: 7 },
  { name: 'Edsger Dijkstra', joined: 38, visits: 2 },
  { name: 'Barbara Liskov', joined: 36, visits: 5, is: 'mailed-codes' },
  { name: 'Margaret Hamilton', joined: 35, visits: 7 },
  { name: 'Donald Knuth', joined: 33, visits: 1 },
  { name: 'Hedy Lamarr', joined: 30, visits: 4 },
  { name: 'Claude Shannon', joined: 29, visits: 3 },
  { name: 'Dorothy Vaughan', joined: 27, visits: 5 },
  { name: 'John McCarthy', joined: 26, visits: 2, is: 'banned' },
  { name: 'Radia Perlman', joined: 24, visits: 6, is: 'totp' },
  { name: 'Ken Thompson', joined: 22, visits: 3 },
  { name: 'Frances Allen', joined: 20, visits: 4 },
  { name: 'Niklaus Wirth', joined: 18, visits: 2, is: 'unverified' },
  { name: 'Sophie Wilson', joined: 15, visits: 5 },
  { name: 'Leslie Lamport', joined: 13, visits: 4 },
  { name: 'Adele Goldberg', joined: 11, visits: 6 },
  { name: 'Tony Hoare', joined: 9, visits: 3 },
  { name: 'Karen Jones', joined: 7, visits: 4, is: 'unverified' },
  { name: 'Dennis Ritchie', joined: 5, visits: 6 },
  { name: 'Lynn Conway', joined: 3, visits: 8 },
  { name: 'Joan Clarke', joined: 1, visits: 9 },
  { name: 'Annie Easley', joined: 0, visits: 9, is: 'unverified' },
]

/** The first is the owner; the last two have yet to answer. */
export const ORGANISATIONS: Readonly<Record<string, readonly string[]>> = {
  'Analytical Engines': ['Ada Lovelace', 'Alan Turing', 'Katherine Johnson', 'Margaret Hamilton', 'Hedy Lamarr', 'Sophie Wilson'],
  'Compilers and Sons': ['Frances Allen', 'Ken Thompson', 'Adele Goldberg', 'Tony Hoare'],
  'Bridges of Networks': ['Radia Perlman', 'Leslie Lamport', 'Claude Shannon', 'Lynn Conway', 'Joan Clarke'],
}

export const INVITED = ['tim.berners-lee@example.com', 'mary.jackson@example.com', 'vint.cerf@example.com']

export const addressOf = (name: string): string => `${name.toLowerCase().replaceAll(' ', '.')}@example.com`

export const BROWSERS = [
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.3 Safari/605.1.15',
  'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_3 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.3 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Mobile Safari/537.36',
]
