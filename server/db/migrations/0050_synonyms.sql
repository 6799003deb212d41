-- Words for the same thing. A search for either side of a pair finds the other, too. Both sides are written as searches
-- are split into words: lower case, no accents, one blank between words. Admins add and remove pairs.
create table search_synonym (
  id bigint generated always as identity primary key,
  words text collate "C" not null check (words <> ''),
  means text collate "C" not null check (means <> '' and means <> words)
);
create unique index search_synonym_pair on search_synonym (least(words, means), greatest(words, means));
create index search_synonym_words on search_synonym (words);
create index search_synonym_means on search_synonym (means);

insert into search_synonym (words, means)
select word, means from (values
  -- instruments
  ('strings', 'violin,viola,cello,fiddle,orchestra,orchestral,symphonic,symphony'),
  ('cinematic', 'orchestra,orchestral,epic,movie,film,soundtrack,trailer,film score,dramatic,suspense'),
  ('brass', 'trumpet,trombone,horn,tuba,saxophone,sax,orchestral,fanfare'),
  ('piano', 'keys,keyboard,rhodes,electric piano,grand piano'),
  ('guitar', 'acoustic,nylon,flamenco,ukulele'),
  ('palmas', 'flamenco,handclaps,hand claps,claps'),
  ('bells', 'chimes,glockenspiel,music box,celesta,church bell'),
  ('choir', 'choral,chorus,gospel,voices,vocals,chant,soprano'),
  ('church', 'gospel,organ,religious,holy,worship,spiritual'),
  ('flute', 'whistle,woodwind,recorder,pan flute,ney'),
  ('hats', 'hihats,hi hats,cymbals'),
  ('vocal chop', 'vocal sample,chopped vocals,chopped voices,voice chop,vocals,vocal,voice,vox'),
  ('kalimba', 'thumb piano,mbira'),
  ('marimba', 'xylophone,mallet,vibraphone,balafon'),
  ('percussion', 'bongo,conga,hand drums,tambourine,shaker,djembe,tribal'),
  ('log drum', 'amapiano'),
  ('808', 'sub,bass,subbass,sub bass'),
  ('pad', 'synth,ambient,atmospheric,atmosphere,drone'),
  ('pluck', 'plucked,plucky,harp,pizzicato'),
  ('siren', 'alarm,police'),
  ('opera', 'operatic,classical,soprano'),
  -- moods
  ('sad', 'emotional,melancholic,melancholy,melancholia,heartbroken,heartbreak,depressing,somber,sorrow,lonely,crying,tragic,mournful,nostalgic'),
  ('melodic', 'melody,emotional,catchy,chill,chilled,calm,mellow,smooth,soft,relaxing,relaxed,beautiful,dreamy,peaceful,gentle'),
  ('dark', 'scary,creepy,eerie,spooky,horror,evil,sinister,haunted,haunting,gloomy,gothic,ominous,menacing,demonic,grim,moody,villain,mysterious,tense'),
  ('aggressive', 'angry,anger,rage,hard,hype,violent,fierce,brutal,intense,energetic,loud,gangster,menacing,war'),
  ('bouncy', 'dance,danceable,upbeat,groovy,party,jumpy,energetic,happy,fun,playful'),
  ('club', 'jersey,jersey club,party,dance,dancefloor'),
  ('cold', 'winter,wintry,icy,ice,frost,frosty,frozen,freezing,snow,snowy,chilly'),
  ('warm', 'summer,sunny,sunshine,uplifting,cozy'),
  ('rain', 'rainy,wet'),
  ('fog', 'foggy,misty,mist'),
  ('night', 'midnight,nighttime,late night,nocturnal'),
  ('fast', 'uptempo,quick,high tempo'),
  ('slow', 'downtempo,low tempo'),
  ('heavy', 'hard,hard hitting,thumping'),
  ('folk', 'traditional,celtic'),
  ('dry', 'minimal,minimalist'),
  -- kinds
  ('kit', 'sample pack,sample kit,sound pack,sound kit,sound library,sound bank,producer pack'),
  ('loopkit', 'loop pack,loop library,melody pack,melody kit,melody loop,melody loops,sample loop'),
  ('fxkit', 'sound effect,sound fx,sfx,fx pack,effect,effects pack,transition'),
  ('drumkit', 'drum pack,drum sample,drum sound,drum library,drums pack,808 kit,808 pack,percussion kit,percussion pack'),
  ('midikit', 'midi pack,midi file,chord pack,chord kit,chord progression,midi melody'),
  ('constructionkit', 'construction pack,stem pack,stem kit'),
  ('oneshots', 'one shot pack,one shot kit,single hit,single note'),
  ('pack', 'beat pack,beat tape,beattape,beat bundle,bundle,beat collection,compilation,album'),
  ('beat', 'instrumental,riddim'),
  -- places and their languages
  ('chicago', 'american,usa,chiraq,chitown,chi town,windy city,illinois'),
  ('ny', 'american,usa,nyc,new york city,newyork,big apple,manhattan,queens,harlem'),
  ('bronx', 'bx'),
  ('brooklyn', 'bk,flatbush'),
  ('uk', 'england,english,britain,great britain,londoner'),
  ('london', 'ldn,brixton,tottenham,croydon'),
  ('french', 'francais,francaise,france,marseille,lyon,parisien'),
  ('dutch', 'nederlands,nederlandse,nederland,hollandse,rotterdam,den haag'),
  ('german', 'deutsch,deutsche,deutscher,deutschrap,allemand,hamburg,munich,frankfurt'),
  ('spanish', 'latin,espanol,espanola,castellano,madrid,barcelona'),
  ('italian', 'italiano,italiana,rome,roma,milan,milano,napoli,naples'),
  ('brazilian', 'latin,brasileiro,brasileira,brazilian funk,funk carioca,rio,rio de janeiro,sao paulo,favela'),
  ('irish', 'eire,belfast'),
  ('canadian', 'canadien,6ix,ontario,montreal'),
  ('australian', 'aussie,oz,melbourne,brisbane'),
  ('afro', 'afrobeat,afrobeats,amapiano,nigeria,nigerian,naija,ghana,ghanaian')
) given (means, list), string_to_table(list, ',') word;

-- How many items have a word in their description or in a part of the producer's name alone. Such words stand apart among
-- the words of an item (`~word`), so that a search for a common word can leave them out.
alter table search_term add column said int not null default 0;

-- Items are found by more words than before: the start that follows indexes and ranks them all anew.
insert into chart_queue select item_id from item_stat on conflict do nothing;
delete from item_search;
