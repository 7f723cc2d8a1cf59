CREATE TABLE `invitations` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`email` text NOT NULL,
	`role` text NOT NULL,
	`hash` text NOT NULL,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`accepted_at` integer,
	`accepted_by` text,
	`revoked_at` integer,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`created_by`) REFERENCES `users`(`uid`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `invitations_hash_unique` ON `invitations` (`hash`);--> statement-breakpoint
CREATE INDEX `invitations_account` ON `invitations` (`account_id`,`created_at`);--> statement-breakpoint
ALTER TABLE `accounts` ADD `payer_uid` text REFERENCES users(uid) ON DELETE set null;--> statement-breakpoint
CREATE UNIQUE INDEX `accounts_payer_uid_unique` ON `accounts` (`payer_uid`);--> statement-breakpoint
UPDATE `members` SET `role` = 'owner' WHERE `role` = 'admin';--> statement-breakpoint
UPDATE `members` SET `role` = 'editor' WHERE `role` = 'member';
