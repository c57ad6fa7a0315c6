const named = (id: string, name: string) => ({ id, name });
const person = (id: string, first_name: string, last_name: string) => ({ id, first_name, last_name });

/** One workshop for all examples of the OpenAPI document. */
export const examples = {
  space: named('0198c1a2-7d40-7b3e-9c55-2f6a8e1d0b47', 'Harbour Workshop'),
  parentSpace: named('0198c1a2-7d41-7a10-8f0b-6d3c1a94e702', 'Harbour Campus'),
  group: named('0198c1a3-01c8-7f52-b1de-90a7c4f3e215', 'Students'),
  machine: named('0198c1a4-22b0-7c61-a3f7-1b8d5e6f9024', 'Laser cutter'),
  machineCategory: named('0198c1a4-22b1-7d02-9e44-c07a3b5d8f16', 'Digital fabrication'),
  place: named('0198c1a5-3e08-7e93-8b20-4c9f7a1d6e58', 'Wood studio'),
  placeCategory: named('0198c1a5-3e09-7b34-b6d1-e28f0c7a5943', 'Studios'),
  training: named('0198c1a6-5f10-7a25-9d83-5e0b2c4f7a69', 'Laser cutter induction'),
  trainingCategory: named('0198c1a6-5f11-7c46-8e94-6f1c3d508b7a', 'Inductions'),
  event: named('0198c1a7-7018-7d57-aea5-702d4e619c8b', 'Repair evening'),
  eventCategory: named('0198c1a7-7019-7e68-bfb6-813e5f72ad9c', 'Open evenings'),
  plan: named('0198c1a8-8120-7f79-80c7-924f6083bead', 'Maker monthly'),
  planCategory: named('0198c1a8-8121-708a-91d8-a3507194cfbe', 'Memberships'),
  priceCategory: named('0198c1a9-9228-719b-a2e9-b46182a5d0cf', 'Reduced'),
  accreditation: named('0198c1aa-a330-72ac-b3fa-c57293b6e1d0', 'Laser cutting'),
  equipment: named('0198c1ab-b438-73bd-840b-d683a4c7f2e1', 'Workbench'),
  license: named('0198c1ac-c540-74ce-951c-e794b5d803f2', 'Creative Commons Attribution 4.0'),
  thematic: named('0198c1ad-d648-75df-a62d-f8a5c6e91403', 'Furniture'),
  project: named('0198c1ae-e750-76e0-b73e-09b6d7fa2514', 'Folding stool'),
  member: person('0198c1af-f858-77f1-884f-1ac7e80b3625', 'Noor', 'Haddad'),
  collaborator: person('0198c1b0-0960-7802-9950-2bd8f91c4736', 'Jonas', 'Lindqvist'),
  trainer: person('0198c1b1-1a68-7913-aa61-3ce90a2d5847', 'Amara', 'Okafor'),
} as const;
