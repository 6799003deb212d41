-- What was heard in a sound now includes its loudness: the next one who asks hears it again.
delete from heard_sound;
